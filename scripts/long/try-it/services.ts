import type { ForeignService } from "../../bench/probe-services/services.js";
import type { TriedRequest } from "./send-request.js";

export type TriedService = ForeignService & { readonly requests: readonly TriedRequest[] };

const NPM = "npm init -y > init.log && npm install --no-audit --no-fund > npm.log 2>&1";
const PIP = "python3 -m venv venv && venv/bin/pip install -q";
/** The specs and the program beside this file; `$TOOLS` is the folder of the services of the probe. */
const FILES = "$TOOLS/../../long/try-it/services";
const JSON_SERVER = "exec npx json-server --host 127.0.0.1 --port $PORT";
const PICTURE = { name: "rex.png", mimeType: "image/png", buffer: Buffer.from("bytes of a picture") };
const CONFORMS = "The request and the response conform to the spec.";

/** Services of other makers, and what a reader of their reference tries. */
export const TRIED_SERVICES: readonly TriedService[] = [
  {
    name: "json-server",
    from: "npm json-server 0.17.4",
    language: "JavaScript",
    install: `${NPM} json-server@0.17.4 && cp ${FILES}/json-server.yaml .`,
    start: `echo '{ "pets": [{ "id": 1, "name": "Rex" }] }' > db.json && ${JSON_SERVER} db.json`,
    ready: "/pets",
    spec: "json-server.yaml",
    requests: [
      {
        what: "JSON body; the response has an integer where the spec has a string",
        anchor: "create-pet",
        body: '{ "name": "Bello", "age": 4 }',
        shown: ["201 Created", '"Bello"', "error in the response: /id: expected string, got integer 2"],
      },
      {
        what: "error response that the spec describes otherwise",
        anchor: "get-missing-pet",
        shown: [
          "404 Not Found",
          "1 finding:",
          'error in the response: the body: expected the property "title", got nothing',
        ],
      },
    ],
  },
  {
    name: "json-server without CORS",
    from: "npm json-server 0.17.4, option --nc",
    language: "JavaScript",
    install: `${NPM} json-server@0.17.4 && cp ${FILES}/json-server.yaml .`,
    start: `echo '{ "pets": [] }' > db.json && ${JSON_SERVER} --nc db.json`,
    ready: "/pets",
    spec: "json-server.yaml",
    requests: [
      { what: "CORS refusal", anchor: "create-pet", shown: ["it has to send the header Access-Control-Allow-Origin"] },
    ],
  },
  {
    name: "httpbin",
    from: "PyPI httpbin 0.10.4",
    language: "Python",
    install: `${PIP} httpbin[mainapp]==0.10.4 gunicorn==27.0.1 && cp ${FILES}/httpbin.yaml .`,
    start: "exec venv/bin/gunicorn -b 127.0.0.1:$PORT -k gthread --threads 8 httpbin:app",
    ready: "/get",
    spec: "httpbin.yaml",
    requests: [
      {
        what: "form",
        anchor: "tag/echo/echo-form",
        fields: { name: "Ada Lovelace" },
        shown: ["200 OK", '"Ada Lovelace"', CONFORMS],
      },
      {
        what: "multipart form with a file",
        anchor: "tag/echo/echo-file",
        file: PICTURE,
        fields: { caption: "Rex" },
        shown: ["200 OK", '"bytes of a picture"', '"Rex"', CONFORMS],
      },
      {
        what: "multipart form without the file that it needs",
        anchor: "tag/echo/echo-file",
        shown: ['Choose a file for "photo"'],
      },
      {
        what: "sign-in: basic",
        anchor: "tag/sign-in/sign-in-basic",
        signIn: { Username: "ada", Password: "secret" },
        shown: ["200 OK", '"authenticated"', CONFORMS],
      },
      {
        what: "sign-in: basic, wrong password",
        anchor: "tag/sign-in/sign-in-basic",
        signIn: { Username: "ada", Password: "wrong" },
        shown: ["401 Unauthorized", CONFORMS],
      },
      {
        what: "sign-in: bearer",
        anchor: "tag/sign-in/sign-in-bearer",
        signIn: { "Bearer Token": "token-of-ada" },
        shown: ["200 OK", '"token-of-ada"', CONFORMS],
      },
      {
        what: "sign-in: key",
        anchor: "tag/sign-in/sign-in-key",
        signIn: { Value: "key-of-ada" },
        shown: ["200 OK", '"key-of-ada"', CONFORMS],
      },
    ],
  },
  {
    name: "FastAPI",
    from: "PyPI fastapi 0.165.0 (four examples of its documentation, with CORS)",
    language: "Python",
    install: `${PIP} fastapi==0.165.0 uvicorn==0.54.0 python-multipart==0.0.20 && venv/bin/pip download -q --no-deps --no-binary :all: fastapi==0.165.0 && tar xzf fastapi-*.tar.gz --strip-components=1 && cp ${FILES}/fastapi-start.py .`,
    start: "exec venv/bin/python fastapi-start.py",
    ready: "/openapi.json",
    spec: "/openapi.json",
    requests: [
      {
        what: "JSON body",
        anchor: "create-item-items-post",
        body: '{ "name": "Lamp", "price": 12.5 }',
        shown: ["200 OK", '"Lamp"', CONFORMS],
      },
      {
        what: "invalid JSON body, refused by the service",
        anchor: "create-item-items-post",
        body: '{ "name": 5 }',
        shown: ["422 Unprocessable", '"Field required"', "The request and the response conform to the spec."],
      },
      {
        what: "form",
        anchor: "login-login-post",
        fields: { username: "ada", password: "secret" },
        shown: ["200 OK", '"ada"', CONFORMS],
      },
      {
        what: "sign-in: OAuth 2.0, password",
        anchor: "read-users-me-users-me-get",
        signIn: { Username: "johndoe", Password: "secret" },
        flow: "Password",
        shown: ["200 OK", '"John Doe"', CONFORMS],
      },
    ],
  },
  {
    name: "oauth2-mock-server",
    from: "npm oauth2-mock-server 8",
    language: "JavaScript",
    install: `${NPM} oauth2-mock-server@8 && cp ${FILES}/oauth2-mock-server.yaml .`,
    start: "exec npx oauth2-mock-server -a 127.0.0.1 -p $PORT",
    ready: "/jwks",
    spec: "oauth2-mock-server.yaml",
    requests: [
      {
        what: "sign-in: OAuth 2.0, client credentials",
        anchor: "get-user",
        signIn: { "Client ID": "ada", "Client Secret": "secret" },
        flow: "Client Credentials",
        shown: ["200 OK", '"johndoe"', CONFORMS],
      },
    ],
  },
];
