#!/bin/sh
# Makes the namespace and Muster's search attributes where they are missing, and waits until the attributes can be used.
# Repeating it is harmless. TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE say where.
set -eu
attributes="MusterCluster MusterPlaybook MusterState MusterStage MusterRequester"

patiently() { # patiently WHAT COMMAND...: tries for a minute
  what=$1
  shift
  tries=60
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    if [ "$tries" -eq 0 ]; then
      echo "namespace.sh: $what is not there after a minute; the last try said:" >&2
      "$@" || true
      exit 1
    fi
    sleep 1
  done
}

patiently "the server at $TEMPORAL_ADDRESS" temporal operator cluster health

if ! temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1; then
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "${TEMPORAL_RETENTION:-72h}" \
    --description "Playbooks and orchestrations of Muster"
fi
patiently "the namespace $TEMPORAL_NAMESPACE" temporal operator search-attribute list --namespace "$TEMPORAL_NAMESPACE"

there=$(temporal operator search-attribute list --namespace "$TEMPORAL_NAMESPACE")
for attribute in $attributes; do
  case "$there" in
    *"$attribute"*) ;;
    *) temporal operator search-attribute create --namespace "$TEMPORAL_NAMESPACE" --name "$attribute" --type Keyword ;;
  esac
done

# The server's parts hear of a new attribute some seconds later; until then, workflows that set it are refused.
for attribute in $attributes; do
  patiently "the search attribute $attribute" \
    temporal workflow count --namespace "$TEMPORAL_NAMESPACE" --query "$attribute = 'nobody'"
done
echo "The namespace $TEMPORAL_NAMESPACE has Muster's search attributes."
