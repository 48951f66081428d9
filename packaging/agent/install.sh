#!/bin/sh
# Installs the Holdfast agent from a Holdfast server, signs this computer in and starts syncing.
#
#   curl -fsS https://files.example.com/agent/install.sh | sh
#
# It downloads the agent and Node.js, verifies both by SHA-256 and by the signature of the server’s build, and installs
# them in their own folder, with the command holdfast-agent:
#
#   for you          ~/.local/share/holdfast-agent   and   ~/.local/bin/holdfast-agent
#   run by root      /opt/holdfast-agent             and   /usr/local/bin/holdfast-agent
#
# Nothing is changed before everything is verified. Options, after "sh -s --":
#   --no-login        only install; sign in later
#   --key <sha256>    accept only an agent signed with the build key of this fingerprint (needs openssl)
#
# To remove it: holdfast-agent logout, then delete the folder and the command above.
set -eu

# The server fills these in: where it is; its public key and its certificate, if it made the certificate itself; and the
# key that signs its agents.
url='@URL@'
pin='@PIN@'
fingerprint='@FINGERPRINT@'
build_key='@KEY@'

say() { printf '%s\n' "$@"; }
fail() {
  printf 'holdfast-agent was not installed: %s\n' "$*" >&2
  exit 1
}

# fetch <name> <file>: a file of the agent. Curl and wget both refuse a download that was cut off.
fetch() {
  if command -v curl >/dev/null; then
    if [ -n "$pin" ]; then set -- "$@" --insecure --pinnedpubkey "$pin"; fi
    name=$1 file=$2
    shift 2
    curl --fail --silent --show-error --proto '=https' --tlsv1.2 "$@" --output "$file" "$url/agent/$name" ||
      fail "$url/agent/$name could not be downloaded."
  elif command -v wget >/dev/null; then
    if [ -n "$pin" ]; then set -- "$@" --no-check-certificate --pinnedpubkey="$pin"; fi
    name=$1 file=$2
    shift 2
    wget --quiet "$@" --output-document="$file" "$url/agent/$name" ||
      fail "$url/agent/$name could not be downloaded."
  else
    fail 'curl or wget is required. On Debian: apt install curl'
  fi
}

# check <file> <name>: the file is what the release says.
check() {
  want=$(sed -n "s/^file \([0-9a-f]*\) [0-9]* $2\$/\1/p" "$work/release")
  [ -n "$want" ] || fail "the release does not contain $2."
  got=$(sha256sum "$1" | cut -d ' ' -f 1)
  [ "$want" = "$got" ] || fail "$2 was damaged during the download (SHA-256 $got instead of $want). Try again."
}

check_signature() {
  printf -- '-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n' "$build_key" >"$work/key.pem"
  key_hash=$(printf %s "$build_key" | base64 -d | sha256sum | cut -d ' ' -f 1)
  if [ -n "$wanted_key" ] && [ "$key_hash" != "$wanted_key" ]; then
    fail "the agent on this server is signed with another key: $key_hash"
  fi
  if command -v openssl >/dev/null; then
    openssl pkeyutl -verify -pubin -inkey "$work/key.pem" -rawin -in "$work/release" -sigfile "$work/release.sig" \
      >/dev/null 2>&1 || fail 'the signature of the release is not valid.'
  elif [ -n "$wanted_key" ]; then
    fail '--key needs openssl to check the signature. On Debian: apt install openssl'
  else
    check_later=yes
  fi
}

# Without openssl, by the Node that was just checked: the updates that come later are checked in the same way.
check_signature_by_node() {
  "$work/node" -e '
    const [key, text, signature] = process.argv.slice(1).map((file) => fs.readFileSync(file))
    process.exit(crypto.verify(null, text, crypto.createPublicKey(key), signature) ? 0 : 1)
  ' "$work/key.pem" "$work/release" "$work/release.sig" || fail 'the signature of the release is not valid.'
}

# The Node for this computer, as $work/node; $runtime names it.
get_node() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) arch=x64 ;;
    Linux-aarch64 | Linux-arm64) arch=arm64 ;;
    *) fail "$(uname -s) on $(uname -m) is not supported. The agent runs on Linux, x64 and arm64." ;;
  esac
  archive=node-linux-$arch.gz
  if grep -q " $archive\$" "$work/release"; then
    runtime=$(sed -n "s/^file \([0-9a-f]\{16\}\)[0-9a-f]* [0-9]* $archive\$/\1/p" "$work/release")
    if [ -x "$place/runtimes/$runtime/node" ]; then
      ln -s "$place/runtimes/$runtime/node" "$work/node"
      return
    fi
    say "Downloading Node.js (about $(sed -n "s/^file [0-9a-f]* \([0-9]*\)[0-9]\{6\} $archive\$/\1/p" "$work/release") MB)..."
    fetch "$archive" "$work/$archive"
    check "$work/$archive" "$archive"
    gzip -dc "$work/$archive" >"$work/node"
    rm "$work/$archive"
    chmod 755 "$work/node"
    "$work/node" --version >/dev/null || fail 'Node.js does not run on this system. It needs glibc 2.34 and libstdc++ 11, as in Debian 12.'
  else
    node=$(command -v node) || fail "this server has no Node.js for $arch. Install Node 24 or later (https://nodejs.org/en/download), then run this again."
    [ "$("$node" -p 'parseInt(process.versions.node)')" -ge 24 ] ||
      fail "this server has no Node.js for $arch, and Node on this computer is $("$node" --version). Install Node 24 or later (https://nodejs.org/en/download), then run this again."
    runtime=
    ln -s "$node" "$work/node"
  fi
}

# Moves everything into its place. The command changes last, and at once.
put() {
  mkdir -p "$place/versions" "$place/runtimes" "$commands"
  if [ -n "$runtime" ] && [ ! -x "$place/runtimes/$runtime/node" ]; then
    rm -rf "$place/runtimes/$runtime"
    mkdir "$work/runtime"
    mv "$work/node" "$work/runtime/node"
    mv "$work/runtime" "$place/runtimes/$runtime"
  fi
  version=$(sed -n 's/^version //p' "$work/release")-$(sha256sum "$work/release" | cut -c 1-12)
  mkdir "$work/version"
  if [ -n "$runtime" ]; then target=../../runtimes/$runtime/node; else target=$(readlink "$work/node"); fi
  ln -s "$target" "$work/version/node"
  chmod 755 "$work/holdfast-agent"
  mv "$work/holdfast-agent" "$work/holdfast-agent.mjs" "$work/release" "$work/release.sig" "$work/version"
  rm -rf "$place/versions/$version"
  mv "$work/version" "$place/versions/$version"
  mv "$work/key.pem" "$place/key.pem"
  ln -s "versions/$version" "$work/current"
  mv -T "$work/current" "$place/current"
  if [ -e "$commands/holdfast-agent" ] && [ ! -L "$commands/holdfast-agent" ]; then
    fail "$commands/holdfast-agent is another program. Remove it, then run this again."
  fi
  ln -sfn "$place/current/holdfast-agent" "$commands/holdfast-agent"
}

sign_in() {
  set -- login "$url"
  if [ -n "$fingerprint" ]; then set -- "$@" --fingerprint "$fingerprint"; fi
  command=holdfast-agent
  # A folder for commands that did not exist at login is on the path from the next login on.
  case ":$PATH:" in
    *":$commands:"*) ;;
    *)
      command=$commands/holdfast-agent
      say "$commands is not in your PATH yet. Until you sign in to this computer again, type $command instead of holdfast-agent."
      ;;
  esac
  system=
  if [ "$(id -u)" = 0 ]; then system=' --system'; fi
  if [ "$login" = no ] || ! (: </dev/tty) 2>/dev/null; then
    say 'Next:' "  $command $*" "  $command install$system"
    return
  fi
  say '' "Sign in to $url to sync your files."
  if ! "$commands/holdfast-agent" "$@" </dev/tty; then
    say '' 'To try again:' "  $command $*" "  $command install$system"
    exit 1
  fi
  # shellcheck disable=SC2086
  "$commands/holdfast-agent" install $system </dev/tty
}

main() {
  login=yes wanted_key='' check_later=no
  while [ $# -gt 0 ]; do
    case $1 in
      --no-login) login=no ;;
      --key)
        [ $# -gt 1 ] || fail 'missing fingerprint: --key <sha256>'
        wanted_key=$(printf %s "$2" | tr -d ':' | tr 'A-F' 'a-f')
        shift
        ;;
      *) fail "unknown option $1. The options are --no-login and --key <sha256>." ;;
    esac
    shift
  done
  for tool in sha256sum gzip sed mktemp readlink base64; do
    command -v "$tool" >/dev/null || fail "$tool is required."
  done
  if [ "$(id -u)" = 0 ]; then
    place=/opt/holdfast-agent commands=/usr/local/bin
  else
    place=${XDG_DATA_HOME:-$HOME/.local/share}/holdfast-agent commands=$HOME/.local/bin
  fi

  umask 022
  mkdir -p "$place"
  # Beside its place: what is complete is moved there within one disk.
  work=$(mktemp -d "$place/.new-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM

  say "Downloading the Holdfast agent from $url"
  fetch release "$work/release"
  fetch release.sig "$work/release.sig"
  check_signature
  for part in holdfast-agent holdfast-agent.mjs; do
    fetch "$part" "$work/$part"
    check "$work/$part" "$part"
  done
  get_node
  if [ "$check_later" = yes ]; then check_signature_by_node; fi
  say "Verified: SHA-256 and signature (build key $key_hash)"
  put
  rm -rf "$work"
  say "Installed: $("$commands/holdfast-agent" version) in $place"
  sign_in
}

# At the very end: a script that was cut off does nothing.
main "$@"
