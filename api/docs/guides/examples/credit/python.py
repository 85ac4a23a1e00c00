# Credits one article of voucher VOUCHER. Without items the whole voucher is credited.
import json, os, sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

body = {
    "idempotency": f"return-{os.environ['RETURN']}",
    "items": [{"description": "Yerba mate 1 kg", "quantity": 1, "price": 3500.50, "taxType": 5}],
}
request = Request(
    f"{os.environ['TALONARIO_URL']}/invoices/{os.environ['VOUCHER']}/credit-notes",
    data=json.dumps(body).encode(),
    headers={"Authorization": f"Bearer {os.environ['TALONARIO_KEY']}", "Content-Type": "application/json"},
)
try:
    response = urlopen(request)
except HTTPError as failure:  # It can be read like any other answer.
    response = failure

answer = json.load(response)
if not answer["ok"]:
    sys.exit(answer["error"])
result = answer["result"]
print(f"Credit note {result['voucherNumber']}, CAE {result['cae']}, total {result['totalAmount']}, id {result['id']}")
