import { readFileSync } from "node:fs";
import { type BusinessId, createClient, jwtBearer } from "commerce-contract";
import { createPageServer } from "./server.js";

const { PORT = "8080", CREDENTIALS = ".commerce-sandbox/credentials.json" } = process.env;
const { url, applicationId, businessId, privateKey, audience } = JSON.parse(readFileSync(CREDENTIALS, "utf8"));

const client = createClient({ baseUrl: url, signIn: { oauth2: jwtBearer({ applicationId, privateKey, audience }) } });
createPageServer({ client, businessId: businessId as BusinessId }).listen(Number(PORT), "127.0.0.1", () =>
  console.log(`open http://127.0.0.1:${PORT}`),
);
