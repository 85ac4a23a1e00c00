# Saves the PDF of the voucher with the id $VOUCHER. While it is being made the answer is 409: ask again.
until
  status=$(curl -sS -o voucher.pdf -w '%{http_code}' \
    -H "Authorization: Bearer $TALONARIO_KEY" "$TALONARIO_URL/invoices/$VOUCHER/pdf")
  [ "$status" = 200 ]
do
  if [ "$status" != 409 ]; then cat voucher.pdf; exit 1; fi
  sleep 2
done
echo "voucher.pdf is there"
