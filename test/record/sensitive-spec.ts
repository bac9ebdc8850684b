/** A spec with sensitive values of every kind. */
export const SENSITIVE_SPEC = `
openapi: 3.1.0
info: { title: Vault, version: 1.0.0 }
servers: [{ url: / }]
paths:
  /things:
    post:
      operationId: addThing
      parameters:
        - { name: door, in: query, schema: { type: string, x-sensitive: true } }
        - { name: floor, in: query, schema: { type: integer, x-sensitive: true } }
        - { name: X-Door, in: header, schema: { type: string, x-sensitive: true } }
      requestBody:
        content:
          application/json: { schema: { $ref: "#/components/schemas/Thing" } }
          application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Thing" } }
          multipart/form-data: { schema: { $ref: "#/components/schemas/Thing" } }
          application/xml: { schema: { $ref: "#/components/schemas/Thing" } }
      responses:
        "200":
          description: As it is.
          content:
            application/json: { schema: { $ref: "#/components/schemas/Thing" } }
  /doors/{door}:
    post:
      operationId: openDoor
      parameters:
        - { name: door, in: path, required: true, schema: { type: string, pattern: "^[a-z0-9]+$", x-sensitive: true } }
        - name: with
          in: query
          style: deepObject
          schema: { type: object, properties: { mark: { type: string, x-sensitive: true }, plain: { type: string } } }
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
      responses:
        "200":
          description: As it is.
          headers:
            X-Answer: { schema: { type: string, format: password } }
          content:
            application/json: { schema: { $ref: "#/components/schemas/Thing" } }
components:
  securitySchemes:
    partner: { type: apiKey, in: header, name: X-Partner }
  schemas:
    Thing:
      type: object
      properties:
        plain: { type: string }
        mark: { type: string, x-sensitive: true }
        number: { type: integer, minimum: 100, x-sensitive: true }
        shaped: { type: string, pattern: "^[A-Z]{3}-[0-9]{4}$", x-sensitive: true }
        listed: { type: string, enum: [wolf3141, bear2718], x-sensitive: true }
        all: { type: object, x-sensitive: true, additionalProperties: true }
        many: { type: array, items: { type: string, format: password } }
        badge: { type: string, x-sensitive: true, xml: { name: no, attribute: true } }
        password: { type: string }
        code: { type: string }
        coded: { type: object, additionalProperties: { type: string, pattern: "^[0-9A-F]*$", x-sensitive: true } }
        inner: { $ref: "#/components/schemas/Thing" }
        list: { type: array, items: { $ref: "#/components/schemas/Thing" } }
`;
