# Issues one voucher: letter B, to somebody who is not identified.
today=$(TZ=America/Argentina/Buenos_Aires date +%Y%m%d)

curl -sS -X POST "$TALONARIO_URL/invoices" \
  -H "Authorization: Bearer $TALONARIO_KEY" \
  -H "Content-Type: application/json" -d @- <<BODY
{
  "idempotency": "sale-$SALE-6-1",
  "posNumber": 1, "voucherType": 6, "concept": 1, "voucherDate": "$today",
  "customer": { "docType": 99, "docNumber": "0", "name": "Consumidor Final", "taxType": 5 },
  "items": [{ "description": "Yerba mate 1 kg", "quantity": 2, "price": 3500.50, "taxType": 5 }]
}
BODY
