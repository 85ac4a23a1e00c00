# Saves the PDF of the voucher with the id VOUCHER. While it is being made the answer is 409: ask again.
import os, sys, time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['TALONARIO_URL']}/invoices/{os.environ['VOUCHER']}/pdf",
    headers={"Authorization": f"Bearer {os.environ['TALONARIO_KEY']}"},
)
while True:
    try:
        pdf = urlopen(request).read()
        break
    except HTTPError as failure:
        if failure.code != 409:
            sys.exit(failure.read().decode())
        time.sleep(int(failure.headers.get("Retry-After", 2)))

Path("voucher.pdf").write_bytes(pdf)
print("voucher.pdf is there")
