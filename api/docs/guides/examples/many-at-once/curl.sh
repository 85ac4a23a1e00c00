# Sends two vouchers as one batch, waits until it is over, and shows what became of each, as CSV.
today=$(TZ=America/Argentina/Buenos_Aires date +%Y%m%d)

batch=$(curl -sS -X POST "$TALONARIO_URL/batches?name=$SALE" \
  -H "Authorization: Bearer $TALONARIO_KEY" \
  -H "Content-Type: text/csv" --data-binary @- <<CSV | sed 's/.*"id" *: *\([0-9]*\).*/\1/'
idempotency,posNumber,voucherType,concept,voucherDate,customer.docType,customer.docNumber,customer.name,customer.taxType,items.description,items.quantity,items.price,items.taxType
batch-$SALE-1,1,6,1,$today,99,0,Consumidor Final,5,Yerba mate 1 kg,2,3500.50,5
batch-$SALE-1,,,,,,,,,Bombilla,1,1200,5
batch-$SALE-2,1,6,1,$today,99,0,Consumidor Final,5,Mate,1,8500,5
CSV
)

until curl -sS "$TALONARIO_URL/batches/$batch" -H "Authorization: Bearer $TALONARIO_KEY" | grep -q '"state" *: *"\(done\|cancelled\)"'; do
  sleep 1
done
curl -sS "$TALONARIO_URL/batches/$batch/results" -H "Authorization: Bearer $TALONARIO_KEY" -H "Accept: text/csv"
