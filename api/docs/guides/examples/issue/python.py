# Issues one voucher: letter B, to somebody who is not identified. Python's own library is enough.
import json, os, sys
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

argentina = timezone(timedelta(hours=-3))
body = {
    "idempotency": f"sale-{os.environ['SALE']}-6-1",
    "posNumber": 1,
    "voucherType": 6,
    "concept": 1,
    "voucherDate": datetime.now(argentina).strftime("%Y%m%d"),
    "customer": {"docType": 99, "docNumber": "0", "name": "Consumidor Final", "taxType": 5},
    "items": [{"description": "Yerba mate 1 kg", "quantity": 2, "price": 3500.50, "taxType": 5}],
}
request = Request(
    f"{os.environ['TALONARIO_URL']}/invoices",
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
print(f"Voucher {result['voucherNumber']}, CAE {result['cae']}, total {result['totalAmount']}, id {result['id']}")
