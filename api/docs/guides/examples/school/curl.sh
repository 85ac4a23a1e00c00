# Issues one fee of a school: its activity is comprised (10), and who pays has a DNI (1011, 1012).
today=$(TZ=America/Argentina/Buenos_Aires date +%Y%m%d)

curl -sS -X POST "$TALONARIO_URL/invoices" \
  -H "Authorization: Bearer $TALONARIO_KEY" \
  -H "Content-Type: application/json" -d @- <<BODY
{
  "idempotency": "sale-$SALE-6-1",
  "posNumber": 1, "voucherType": 6, "concept": 2, "voucherDate": "$today",
  "serviceFrom": "${today%??}01", "serviceTo": "$today", "serviceExpiration": "$today",
  "customer": { "docType": 96, "docNumber": "28111222", "name": "Ana Pérez", "taxType": 5 },
  "items": [{ "description": "Monthly fee", "quantity": 1, "price": 85000, "taxType": 2 }],
  "optionals": [
    { "id": "10", "value": "1" },
    { "id": "1011", "value": "96" },
    { "id": "1012", "value": "28111222" }
  ]
}
BODY
