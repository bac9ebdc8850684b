/** A spec in several files, as its authors write it: paths, schemas and responses in files of their own. */

const ROOT = `openapi: 3.1.0
info: { title: Library, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /books:
    $ref: paths/books.yaml
  /books/{id}:
    $ref: paths/books_{id}.yaml
  /shelves/{id}:
    $ref: paths/shelves_{id}.yaml
`;
const BOOKS = `get:
  operationId: listBooks
  parameters:
    - { name: page, in: query, schema: { type: integer } }
    - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { a: { type: string } } } }
    - name: sort
      in: query
      schema: { type: string, x-extensible-enum: [up, down] }
  responses:
    "200":
      description: d
      headers:
        X-Kind: { schema: { type: string, x-extensible-enum: [a] } }
        X-Parts: { schema: { type: object, properties: { a: { type: string } } } }
      content:
        application/json:
          schema: { $ref: ../schemas.yaml#/Books }
    "400": { $ref: ../responses.yaml#/Problem }
    "503": { $ref: ../responses.yaml#/Problem }
post:
  operationId: addBook
  requestBody:
    content:
      application/json:
        schema: { $ref: ../schemas.yaml#/Book }
  responses:
    "201": { description: d }
`;
const BOOK = `parameters:
  - { name: id, in: path, required: true, schema: { type: integer } }
get:
  operationId: getBook
  responses:
    "200":
      description: d
      content:
        application/json:
          schema: { $ref: ../schemas.yaml#/Book }
    default: { $ref: ../responses.yaml#/Failure }
`;
const SHELF = `get:
  operationId: getShelf
  parameters:
    - { name: id, in: path, required: true, schema: { type: integer } }
    - { name: deep, in: query, schema: { type: integer } }
  responses:
    "200":
      description: d
      content:
        application/json: { schema: { type: object, properties: { level: { type: integer, enum: [1, 2] }, state: { type: integer, x-extensible-enum: [1, 2] } } } }
        application/xml: { schema: { type: object, xml: { name: shelf }, properties: { level: { type: integer } } } }
`;
const SCHEMAS = `Book:
  type: object
  properties:
    id: { type: integer }
    title: { type: string }
    state: { type: string, x-extensible-enum: [lent, here] }
Books:
  type: object
  properties:
    books: { type: array, items: { $ref: "#/Book" } }
`;
const RESPONSES = `Problem:
  description: d
  content: { application/problem+json: { schema: { type: object, properties: { title: { type: string } } } } }
Failure:
  description: d
  content: { application/json: { schema: { type: object, properties: { error: { type: string } } } } }
`;
export const FILES = {
  "api/openapi.yaml": ROOT,
  "api/paths/books.yaml": BOOKS,
  "api/paths/books_{id}.yaml": BOOK,
  "api/paths/shelves_{id}.yaml": SHELF,
  "api/schemas.yaml": SCHEMAS,
  "api/responses.yaml": RESPONSES,
};
