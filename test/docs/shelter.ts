import { createServer } from "node:http";
import { closeServer, listenOn } from "../../src/cli/process/listen-on.js";

/** The spec of a small service, with a body of each kind. `servers` gets the address of the running service. */
export const createShelterSpec = (url: string): string => `openapi: 3.1.0
info:
  title: Shelter
  version: "1"
  description: "Looks after animals. ![logo](https://elsewhere.example/logo.png)\\n\\n    curl https://elsewhere.example"
  license: { name: MIT, url: "https://elsewhere.example/license" }
  termsOfService: https://elsewhere.example/terms
servers: [{ url: "${url}" }]
paths:
  /pets:
    post:
      operationId: createPet
      summary: Create a pet
      tags: [Pets]
      parameters:
      - { name: Version, in: header, required: true, schema: { const: "2026-01-31" } }
      - { name: dryRun, in: query, example: true, schema: { type: boolean } }
      x-codeSamples: [{ lang: Ruby, source: { $ref: samples/create-pet.rb } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
      responses: { "200": { description: The pet, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
  /pets/{petId}/photo:
    post:
      operationId: uploadPhoto
      summary: Upload a photo
      tags: [Pets]
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [photo], properties: { photo: { contentMediaType: image/png }, caption: { type: string } } }
      responses: { "204": { description: Stored } }
  /pets/{petId}/album:
    post:
      operationId: uploadAlbum
      tags: [Pets]
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      requestBody:
        required: true
        content:
          multipart/form-data:
            example: { photos: ["photo.jpg"] }
            schema: { allOf: [{ type: object, required: [photos], properties: { photos: { type: array, items: { type: string, format: binary } } } }] }
      responses: { "204": { description: Stored } }
  /pets/{petId}/portrait:
    put:
      operationId: uploadPortrait
      tags: [Pets]
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { image/png: { schema: { type: string, format: binary } } } }
      responses: { "204": { description: Stored } }
  /pets/{petId}/notes:
    put:
      operationId: writeNotes
      tags: [Pets]
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { text/plain: { example: "@a.txt\\nb", schema: { type: string } } } }
      responses: { "204": { description: Stored } }
  /sessions:
    post:
      operationId: signIn
      summary: Sign in
      tags: [Sessions]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [userName], properties: { userName: { type: string }, password: { type: string } } }
      responses: { "403": { description: Refused, content: { application/json: { schema: { type: object } } } } }
  /internal:
    get: { operationId: readInternal, summary: Read Shelter.Administration.InternalDataConstants, tags: [Sessions], security: [{ user: [] }], responses: { "200": { description: d } } }
components:
  securitySchemes: { user: { type: http, scheme: basic } }
  schemas:
    Animal: { oneOf: [{ title: Cat, type: object, properties: { lives: { type: integer } } }, { title: Dog, type: object, properties: { bark: { type: string } } }] }
    Pet: { type: object, required: [id], properties: { name: { type: string, description: "What it is called." }, id: { type: string } } }
`;

/** Starts the service. It allows requests from other origins, except to one path, and notes what it got. */
export async function startShelter() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "" } = request;
      const isAllowed = url !== "/internal";
      const headers = isAllowed
        ? {
            "access-control-allow-origin": "*",
            "access-control-allow-headers": "*",
            "access-control-allow-methods": "*",
            "content-type": "application/json",
          }
        : {};
      if (method === "OPTIONS") return response.writeHead(204, headers).end();
      received.push(`${method} ${url} ${Buffer.concat(chunks)}`);
      const [status, body] = RESPONSES[url] ?? [200, "{}"];
      response.writeHead(status, headers).end(body);
    });
  });
  const baseUrl = await listenOn(server);
  return { url: baseUrl, received, close: () => closeServer(server) };
}

const RESPONSES: Readonly<Record<string, readonly [status: number, body: string]>> = {
  "/pets": [200, '{"id":"pet-1042","name":5}'],
  "/pets/pet-1042/photo": [204, ""],
  "/pets/pet-1042/album": [204, ""],
  "/pets/pet-1042/portrait": [204, ""],
  "/pets/pet-1042/notes": [204, ""],
  "/sessions": [403, '{"title":"Wrong password"}'],
};
