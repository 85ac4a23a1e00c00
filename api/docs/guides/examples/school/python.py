# Issues one fee of a school: its activity is comprised (10), and who pays has a DNI (1011, 1012).
import json, os, sys
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

today = datetime.now(timezone(timedelta(hours=-3))).strftime("%Y%m%d")
body = {
    "idempotency": f"sale-{os.environ['SALE']}-6-1",
    "posNumber": 1,
    "voucherType": 6,
    "concept": 2,
    "voucherDate": today,
    "serviceFrom": today[:6] + "01",
    "serviceTo": today,
    "serviceExpiration": today,
    "customer": {"docType": 96, "docNumber": "28111222", "name": "Ana Pérez", "taxType": 5},
    "items": [{"description": "Monthly fee", "quantity": 1, "price": 85000, "taxType": 2}],
    "optionals": [
        {"id": "10", "value": "1"},
        {"id": "1011", "value": "96"},
        {"id": "1012", "value": "28111222"},
    ],
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
print(f"Fee {result['voucherNumber']}, CAE {result['cae']}, total {result['totalAmount']}, id {result['id']}")
