# Installs an agent on this node, in a dialog with `muster agent install` over standard input and output. Whatever ends it before
# the word "keep" came leaves the node as it was: an error, a lost connection, a signal.
set -eu
umask 022
trap '' PIPE
LC_ALL=C
export LC_ALL
unit=/etc/systemd/system/muster-agent.service

fact() { printf 'fact %s %s\n' "$1" "$2"; }
step() {
  doing=$1
  printf 'step %s\n' "$1"
}
failed() { # $1 why, $2 what to do
  printf 'failed %s\t%s\t%s\n' "$doing" "$(printf '%s' "$1" | tr '\n\t' '  ')" "${2:-}"
  exit 1
}
decoded() { printf '%s' "$1" | base64 -d; }
doing=look

IFS= read -r home
IFS= read -r data
uid=$(id -u)
if [ -z "$home" ]; then
  if [ "$uid" = 0 ]; then home=/opt/muster-agent; else home="${HOME:-}/.local/share/muster-agent"; fi
  [ -n "$data" ] || [ "$uid" != 0 ] || data=/var/lib/muster-agent
fi
[ -n "$data" ] || data="$home/data"
case "$home$data" in
  *[!A-Za-z0-9/._-]*) failed "the path $home or $data has characters that scripts stumble over" "give --prefix with letters, digits, and / . _ - only" ;;
esac
for tool in base64 tar gzip sha256sum setsid head readlink; do
  command -v "$tool" >/dev/null 2>&1 || failed "the program $tool is missing on the node" "install coreutils, util-linux, tar and gzip there"
done
service=none
if [ "$uid" = 0 ] && [ -d /run/systemd/system ]; then service=systemd; fi
existing=$home made=""
while [ ! -d "$existing" ]; do
  made="$made $existing"
  existing=$(dirname "$existing")
done
here() { [ -f "$home/node.conf" ] && [ -L "$home/current" ]; }
node() { "$home/current/bin/muster-agent-node" "$@"; }
case "$(uname -m)" in x86_64) arch=amd64 ;; aarch64) arch=arm64 ;; *) arch=$(uname -m) ;; esac
fact platform "$(uname -s | tr '[:upper:]' '[:lower:]')-$arch"
fact home "$home"
fact data "$data"
fact service "$service"
fact free "$(df -Pk "$existing" | awk 'NR == 2 {print $4}')"
if here; then
  # shellcheck source=/dev/null
  . "$home/node.conf"
  fact data "$data"
  fact image "$(sed -n 1p "$home/current/image" 2>/dev/null)"
  fact config "$(sha256sum <"$home/agent.json" | cut -d' ' -f1)"
  fact stage "$(node state | cut -d' ' -f1)"
elif [ -d "$home" ] && [ -n "$(ls -A "$home")" ]; then
  failed "$home is there, and is not an agent's" "give another --prefix, or remove it"
fi
if [ -f "$data/tokens" ] && [ ! -f "$data/joining" ]; then fact joined yes; fi
if [ "$service" = systemd ] && [ -f "$unit" ] && ! grep -qF "$home/" "$unit"; then
  failed "$unit belongs to another agent" "give that one's --prefix, or remove it"
fi
printf 'ready\n'

IFS= read -r answer || exit 0
[ "$answer" = install ] || exit 0
IFS= read -r bytes
IFS= read -r hash
IFS= read -r image
IFS= read -r config
IFS= read -r token
IFS= read -r authority

kept=no fresh=yes data_made=no unit_made=no before=""
! here || fresh=no
[ -d "$data" ] || data_made=yes
[ -f "$unit" ] || unit_made=yes

undo() {
  [ "$kept" = no ] || return 0
  set +e
  trap '' HUP INT TERM
  if [ "$fresh" = yes ]; then
    ! here || node stop >/dev/null 2>&1
    if [ "$service" = systemd ] && [ "$unit_made" = yes ] && [ -f "$unit" ]; then
      systemctl disable muster-agent.service >/dev/null 2>&1
      rm -f "$unit"
      systemctl daemon-reload
    fi
    [ "$data_made" = no ] || rm -rf "$data"
    rm -rf "${home:?}"/* "$home"/.??*
    for folder in $made; do rmdir "$folder" 2>/dev/null; done
  else
    rm -rf "$home/versions/.new" "$home/packages/install.tar.gz" "$home/join-token" "$home/agent.json.new"
    if [ -n "$before" ]; then
      node stop >/dev/null 2>&1
      mv -f "$home/agent.json.before" "$home/agent.json"
      rm -f "$home/current.new" && ln -s "$before" "$home/current.new" && mv -T "$home/current.new" "$home/current"
      [ "$before" = "versions/$image" ] || rm -rf "$home/versions/$image"
      node start >/dev/null 2>&1
    fi
  fi
}
trap undo EXIT
trap 'exit 129' HUP INT TERM

step copy
mkdir -p "$home/versions" "$home/packages" 2>/dev/null || failed "$home cannot be made" "log in as somebody who may write there, use --sudo, or give another --prefix"
chmod 700 "$home/packages"
new="$home/versions/$image"
if [ "$bytes" -gt 0 ]; then
  free=$(df -Pk "$home" | awk 'NR == 2 {print $4}')
  [ "$free" -gt $((bytes / 1024 * 5)) ] || failed "$home has $((free / 1024)) MB left, and $((bytes / 1024 * 5 / 1024)) MB are needed" "make room there, or give another --prefix"
  rm -rf "$home/versions/.new"
  mkdir "$home/versions/.new"
  head -c "$bytes" >"$home/packages/install.tar.gz" || failed "the image could not be written" "is there room in $home?"
  [ "$(sha256sum <"$home/packages/install.tar.gz" | cut -d' ' -f1)" = "$hash" ] || failed "the image did not arrive whole" "install once more"
  tar -xzf "$home/packages/install.tar.gz" -C "$home/versions/.new" --strip-components=1 2>/dev/null || failed "the image cannot be unpacked" "is there room in $home?"
  "$home/versions/.new/bin/muster-agent" --version >/dev/null 2>&1 || failed "the agent does not run here: $("$home/versions/.new/bin/muster-agent" --version 2>&1 | head -n 1)" "it needs the platform that the image was made for, with glibc, and a file system that executes"
  rm -f "$home/packages/install.tar.gz"
fi

step configure
(umask 077 && decoded "$config" >"$home/agent.json.new" && decoded "$token" >"$home/join-token" && decoded "$authority" >"$home/join-ca.pem")
if [ "$fresh" = no ]; then
  cp -p "$home/agent.json" "$home/agent.json.before"
  before=$(readlink "$home/current")
  node stop
fi
if [ "$bytes" -gt 0 ]; then
  rm -rf "$new"
  mv "$home/versions/.new" "$new"
fi
mv -f "$home/agent.json.new" "$home/agent.json"
printf 'data=%s\nservice=%s\n' "$data" "$service" >"$home/node.conf"
rm -f "$home/current.new"
ln -s "versions/$image" "$home/current.new"
mv -T "$home/current.new" "$home/current"
if [ "$service" = systemd ]; then
  cat >"$unit" <<UNIT
# Written by muster agent install; what you change belongs into muster-agent.service.d.
[Unit]
Description=Muster's agent
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=$home/current/bin/muster-agent-node run
# What actions run goes on without the agent, and is found again by the next one.
KillMode=process
OOMPolicy=continue
Restart=on-failure
RestartSec=2
# A JVM that was asked to end says so.
SuccessExitStatus=143
TimeoutStopSec=20
# What actions run is within these bounds too: they may do what root does to services and files, and no more.
NoNewPrivileges=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
LimitCORE=0

[Install]
WantedBy=multi-user.target
UNIT
  systemctl daemon-reload
  systemctl enable muster-agent.service >/dev/null 2>&1 || failed "systemctl enable failed" "see systemctl status muster-agent"
fi

step start
why=$(node start 2>&1) || failed "$why" "see systemctl status muster-agent"
why=$(node await listening 20 2>&1) || failed "the agent does not start: $why" "correct what it says, and install once more"
step join
why=$(node await joined 20 2>&1) || failed "the agent cannot join: $why" "correct what it says, and install once more"
printf 'ready\n'

IFS= read -r answer || answer=lost
[ "$answer" = keep ] || exit 1
kept=yes
rm -f "$home/join-token" "$home/agent.json.before"
for version in "$home"/versions/*; do
  case "$version" in "$new" | "$home/$before") ;; *) rm -rf "$version" ;; esac
done
printf 'kept\n'
