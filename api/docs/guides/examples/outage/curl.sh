# The authority is away: nothing is issued. It comes back: the same body is issued.
today=$(TZ=America/Argentina/Buenos_Aires date +%Y%m%d)

issue() {
  curl -sS -X POST "$TALONARIO_URL/invoices" \
    -H "Authorization: Bearer $TALONARIO_KEY" -H "Content-Type: application/json" -d '{
    "idempotency": "sale-'$SALE'-6-2",
    "posNumber": 2, "voucherType": 6, "concept": 1, "voucherDate": "'$today'",
    "customer": { "docType": 99, "docNumber": "0", "name": "Consumidor Final", "taxType": 5 },
    "items": [{ "description": "Yerba mate 1 kg", "quantity": 2, "price": 3500.50, "taxType": 5 }]
  }'
  echo
}

curl -sS -o /dev/null "$SIMULATOR/faults" -d '{ "env": "homologation", "action": "status", "times": null }'
issue
curl -sS -o /dev/null -X DELETE "$SIMULATOR/faults"
issue
