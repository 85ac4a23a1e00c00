# Issues one credit invoice of letter A, due in 30 days. The account that it is paid to is the company's.
import json, os, sys
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

today = datetime.now(timezone(timedelta(hours=-3)))
body = {
    "idempotency": f"sale-{os.environ['SALE']}-201-1",
    "posNumber": 1,
    "voucherType": 201,
    "concept": 1,
    "voucherDate": today.strftime("%Y%m%d"),
    "serviceExpiration": (today + timedelta(days=30)).strftime("%Y%m%d"),
    "customer": {"docType": 80, "docNumber": "30500010912", "name": "Gran Empresa S.A.", "taxType": 1},
    "items": [{"description": "Flour, 1 t", "quantity": 10, "price": 605000, "taxType": 5}],
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
print(f"Credit invoice {result['voucherNumber']}, CAE {result['cae']}, total {result['totalAmount']}, id {result['id']}")
