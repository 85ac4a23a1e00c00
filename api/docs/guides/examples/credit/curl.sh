# Credits one article of voucher $VOUCHER. Without "items" the whole voucher is credited.
curl -sS -X POST "$TALONARIO_URL/invoices/$VOUCHER/credit-notes" \
  -H "Authorization: Bearer $TALONARIO_KEY" \
  -H "Content-Type: application/json" -d @- <<BODY
{
  "idempotency": "return-$RETURN",
  "items": [{ "description": "Yerba mate 1 kg", "quantity": 1, "price": 3500.50, "taxType": 5 }]
}
BODY
