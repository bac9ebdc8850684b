"""Serves four examples of the documentation of FastAPI as one service, for pages of other origins."""
import os

import uvicorn
from docs_src.body.tutorial001 import app as items
from docs_src.request_forms.tutorial001 import app as forms
from docs_src.request_forms_and_files.tutorial001 import app as files
from docs_src.security.tutorial003 import app
from fastapi.middleware.cors import CORSMiddleware

for example in (items, forms, files):
    app.include_router(example.router)
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])
uvicorn.run(app, port=int(os.environ["PORT"]))
