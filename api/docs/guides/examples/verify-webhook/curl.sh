# Checks one webhook: its headers are in the environment and its body is the input, as a web server gives them to a program.
# Here openssl does the work, for curl receives nothing.
body=$(cat; echo x) # the x keeps the line breaks at the end
body=${body%x}

case "$HTTP_WEBHOOK_TIMESTAMP" in "" | *[!0-9]* | ???????????*) HTTP_WEBHOOK_TIMESTAMP=0 ;; esac
age=$(($(date +%s) - HTTP_WEBHOOK_TIMESTAMP))
if [ "$age" -gt 300 ] || [ "$age" -lt -300 ]; then
  echo "too old or too new: perhaps somebody sends it again"
  exit 1
fi

key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=$(printf '%s.%s.%s' "$HTTP_WEBHOOK_ID" "$HTTP_WEBHOOK_TIMESTAMP" "$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)

# During a rotation there are two signatures. One must match.
set -f
for signature in $HTTP_WEBHOOK_SIGNATURE; do
  if [ "$signature" = "v1,$expected" ]; then
    echo "genuine: $HTTP_WEBHOOK_ID $(printf %s "$body" | sed -n 's/^{"type" *: *"\([a-z_.]*\)".*/\1/p')"
    exit 0
  fi
done
echo "not from Talonario, or changed on its way"
exit 1
