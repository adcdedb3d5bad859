# Finds the tools that Muster needs; sourced by ./muster and ./check. Sets JAVA_HOME, and MVN where asked.

MUSTER_JAVA_AT_LEAST=25

java_major() { # the major version of the JDK in folder $1, or nothing
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 1
  if [ -r "$1/release" ]; then
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
  else
    "$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1
  fi
}

find_java() { # sets JAVA_HOME to a JDK that serves, or ends with one line
  local candidate major looked=""
  local on_path
  on_path=$(command -v java 2>/dev/null || true)
  [ -n "$on_path" ] && on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
  for candidate in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /usr/local/lib/jvm/* /opt/jdk* "$HOME"/.sdkman/candidates/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$candidate" ] && [ -d "$candidate" ] || continue
    major=$(java_major "$candidate") || continue
    [ -n "$major" ] || continue
    if [ "$major" -ge "$MUSTER_JAVA_AT_LEAST" ]; then
      export JAVA_HOME="$candidate"
      return 0
    fi
    looked="$looked $candidate ($major)"
  done
  echo "muster: needs a JDK $MUSTER_JAVA_AT_LEAST or later; looked in JAVA_HOME, PATH and /usr/lib/jvm and found${looked:- none}. Install one, or point JAVA_HOME at it." >&2
  exit 78
}

MAVEN_VERSION=3.9.11

find_maven() { # sets MVN; fetches Maven when it is not there and MVNW_REPOURL says from where
  if command -v mvn >/dev/null 2>&1; then
    MVN=$(command -v mvn)
    return 0
  fi
  local home="${MAVEN_USER_HOME:-$HOME/.m2}/wrapper/dists/apache-maven-$MAVEN_VERSION"
  if [ ! -x "$home/bin/mvn" ]; then
    if [ -z "${MVNW_REPOURL:-}" ]; then
      echo "muster: needs Maven 3.8 or later to build: install it, or set MVNW_REPOURL to a Maven repository from which it may be fetched." >&2
      exit 78
    fi
    fetch_maven "$home" || {
      echo "muster: Maven $MAVEN_VERSION could not be fetched from $MVNW_REPOURL: install Maven 3.8 or later." >&2
      exit 78
    }
  fi
  MVN="$home/bin/mvn"
}

fetch_maven() { # unpacks Maven's tar into folder $1
  local parent url
  parent=$(dirname "$1")
  url="${MVNW_REPOURL%/}/org/apache/maven/apache-maven/$MAVEN_VERSION/apache-maven-$MAVEN_VERSION-bin.tar.gz"
  mkdir -p "$parent"
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL "$url" | tar -xz -C "$parent"
  else
    wget -qO- "$url" | tar -xz -C "$parent"
  fi
}
