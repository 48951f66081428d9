#!/usr/bin/env bash
# Signs in, makes a folder, uploads a file into it, lists, downloads and compares. Needs bash and curl.
#
#   HF_URL=https://localhost:8443 HF_EMAIL=admin@localhost HF_PASSWORD=… \
#   CURL_CA=data/tls-cert.pem bash examples/first-call.sh
#
# Without CURL_CA the server's certificate is not checked.
set -euo pipefail

url=${HF_URL:?the address of the service, such as https://localhost:8443}
email=${HF_EMAIL:?the address of an account}
password=${HF_PASSWORD:?its password}
if [[ -n ${CURL_CA:-} ]]; then trust=(--cacert "$CURL_CA"); else trust=(--insecure); fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# An answer of 400 or more is shown and ends the script.
request() {
  local answer
  answer=$(curl --silent --show-error --fail-with-body "${trust[@]}" "$@") || { echo "$answer" >&2; return 1; }
  [[ -z $answer ]] || echo "$answer"
}
api() { request --header "Authorization: Bearer $token" "$@"; }

# The first field of that name in a JSON text.
field() {
  [[ $2 =~ \"$1\":\"?([^\",}]+) ]] || { echo "No $1 in: $2" >&2; return 1; }
  echo "${BASH_REMATCH[1]}"
}

# The password goes through a pipe: arguments can be read by every user of the machine.
signed_in=$(printf %s "$password" | request "$url/oauth/token" \
  --data grant_type=password --data client_id=anchor \
  --data-urlencode "username=$email" --data-urlencode password@-)
token=$(field access_token "$signed_in")

person=$(api "$url/api/2/person")
root=$(field root_id "$person")
echo "Signed in as $(field display_name "$person"), whose files are in root $root."

folder=$(api "$url/api/2/files/$root/create_folder" --data-urlencode "name=First call $(date +%s) $$")
folder_id=$(field id "$folder")
echo "Made the folder $(field path "$folder")."

echo 'Hello from the first call.' >"$work/hello.txt"
file=$(api "$url/api/2/files/$root/folder/$folder_id/upload" --form "file=@$work/hello.txt")
file_id=$(field id "$file")
echo "Uploaded $(field path "$file"), $(field size_formatted "$file")."

children=$(api "$url/api/2/files/$root/folder/$folder_id/children")
echo "The folder lists $(field total "$children") item: $(field name "$children")."

api "$url/api/2/files/$root/$file_id/download" --output "$work/downloaded.txt"
cmp "$work/hello.txt" "$work/downloaded.txt"
echo 'The download is what was uploaded.'
