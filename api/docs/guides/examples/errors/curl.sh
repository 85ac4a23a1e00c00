# Two mistakes: a price below zero, which this service refuses, and a letter A without a CUIT, which the authority refuses.
today=$(TZ=America/Argentina/Buenos_Aires date +%Y%m%d)

send() { # voucher type, price
  curl -sS -w '\n%{http_code}\n' -X POST "$TALONARIO_URL/invoices" \
    -H "Authorization: Bearer $TALONARIO_KEY" -H "Content-Type: application/json" -d '{
    "idempotency": "sale-'$SALE'-'$1'-1",
    "posNumber": 1, "voucherType": '$1', "concept": 1, "voucherDate": "'$today'",
    "customer": { "docType": 99, "docNumber": "0", "name": "Consumidor Final", "taxType": 5 },
    "items": [{ "description": "Yerba mate 1 kg", "quantity": 2, "price": '$2', "taxType": 5 }]
  }'
}

send 6 -1
send 1 3500.50
