# Issues one credit invoice of letter A, due in 30 days. The account that it is paid to is the company's.
today=$(TZ=America/Argentina/Buenos_Aires date +%Y%m%d)
due=$(date -u -d "$today + 30 days" +%Y%m%d 2>/dev/null || date -u -j -v+30d -f %Y%m%d "$today" +%Y%m%d)

curl -sS -X POST "$TALONARIO_URL/invoices" \
  -H "Authorization: Bearer $TALONARIO_KEY" \
  -H "Content-Type: application/json" -d @- <<BODY
{
  "idempotency": "sale-$SALE-201-1",
  "posNumber": 1, "voucherType": 201, "concept": 1, "voucherDate": "$today", "serviceExpiration": "$due",
  "customer": { "docType": 80, "docNumber": "30500010912", "name": "Gran Empresa S.A.", "taxType": 1 },
  "items": [{ "description": "Flour, 1 t", "quantity": 10, "price": 605000, "taxType": 5 }]
}
BODY
