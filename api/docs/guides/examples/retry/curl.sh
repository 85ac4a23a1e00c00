# Sends one sale until the answer is final, always the same body with the same key.
today=$(TZ=America/Argentina/Buenos_Aires date +%Y%m%d)
body='{
  "idempotency": "sale-'$SALE'-6-1",
  "posNumber": 1, "voucherType": 6, "concept": 1, "voucherDate": "'$today'",
  "customer": { "docType": 99, "docNumber": "0", "name": "Consumidor Final", "taxType": 5 },
  "items": [{ "description": "Yerba mate 1 kg", "quantity": 2, "price": 3500.50, "taxType": 5 }]
}'
pause=1

for try in 1 2 3 4 5 6 7 8; do
  answer=$(curl -sS --max-time 70 -w '\n%{http_code} %header{retry-after}' -X POST "$TALONARIO_URL/invoices" \
    -H "Authorization: Bearer $TALONARIO_KEY" -H "Content-Type: application/json" -d "$body")
  code=$(echo "$answer" | sed -n 's/.*"code":"\([A-Z_]*\)".*/\1/p')
  set -- $(echo "$answer" | tail -n 1)
  case "$1 $code" in
    "000 " | *" TAXAUTH_UNCONFIRMED" | *" VOUCHER_LOCK_TIMEOUT" | *" TAXAUTH_CONNECTION_ERROR") ;;
    "408 " | "429 " | "500 " | "502 " | "503 " | "504 ") ;;
    *) echo "$answer" | head -n 1; exit ;;
  esac
  sleep "${2:-$pause}"
  pause=$((pause * 2))
done
echo "No final answer yet: send it again later, with the same key."
exit 1
