# The authority is away: nothing is issued. It comes back: the same body is issued.
import json, os
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TALONARIO_URL, TALONARIO_KEY = os.environ["TALONARIO_URL"], os.environ["TALONARIO_KEY"]
SIMULATOR, SALE = os.environ["SIMULATOR"], os.environ["SALE"]

body = {
    "idempotency": f"sale-{SALE}-6-2",
    "posNumber": 2,
    "voucherType": 6,
    "concept": 1,
    "voucherDate": datetime.now(timezone(timedelta(hours=-3))).strftime("%Y%m%d"),
    "customer": {"docType": 99, "docNumber": "0", "name": "Consumidor Final", "taxType": 5},
    "items": [{"description": "Yerba mate 1 kg", "quantity": 2, "price": 3500.50, "taxType": 5}],
}


def issue():
    headers = {"Authorization": f"Bearer {TALONARIO_KEY}", "Content-Type": "application/json"}
    try:
        response = urlopen(Request(f"{TALONARIO_URL}/invoices", data=json.dumps(body).encode(), headers=headers))
    except HTTPError as failure:
        response = failure
    return response.read().decode()


fault = {"env": "homologation", "action": "status", "times": None}
urlopen(Request(f"{SIMULATOR}/faults", data=json.dumps(fault).encode()))
print(issue())
urlopen(Request(f"{SIMULATOR}/faults", method="DELETE"))
print(issue())
