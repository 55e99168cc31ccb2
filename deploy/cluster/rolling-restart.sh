#!/bin/sh
# Restarts the nodes of a cluster one after the other; each must be ready before the next one is stopped.
#   rolling-restart.sh http://a:8080 http://b:8080 http://c:8080
# RESTART is the command that restarts one node; it gets the address as its last argument. By default it goes there by ssh.
# WAIT is how many seconds a node may take (60).
set -eu

by_ssh() {
  host=${1#*://}
  ssh "${host%%:*}" sudo systemctl restart hush
}

is_ready() {
  curl --silent --fail --max-time 2 --output /dev/null "$1/readyz"
}

[ $# -gt 1 ] || { echo "Name the addresses of at least two nodes, such as http://a:8080 http://b:8080." >&2; exit 2; }
for node in "$@"; do
  is_ready "$node" || { echo "$node is not ready: nothing was restarted after it." >&2; exit 1; }
done
for node in "$@"; do
  echo "restarting $node"
  ${RESTART:-by_ssh} "$node"
  left=${WAIT:-60}
  until is_ready "$node"; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { echo "$node is not ready again: the others were left alone." >&2; exit 1; }
    sleep 1
  done
done
echo "all nodes are ready"
