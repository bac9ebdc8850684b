import { createClient, orThrow } from "../../src/index.js";
import { createSandbox, type Sandbox, selfSignedAssertion } from "../../src/sandbox/index.js";
import { REAL_CLOCK } from "../../src/sandbox/real-clock.js";

export { createSandbox };

/** Signs in as the application of the fixtures. */
export async function requestDemoToken({ demo, url }: Sandbox): Promise<{ token: string; businessId: string }> {
  if (demo === undefined) throw new Error("the seed data has no application whose key is known");
  const assertion = await selfSignedAssertion({
    ...demo,
    privateKeyPem: demo.privateKey,
    now: REAL_CLOCK.now(),
    jti: "1",
  });
  const client = createClient({ baseUrl: url, signIn: { oauth2: "none" } });
  const { accessToken } = orThrow(
    await client.createToken({ body: { grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion } }),
  );
  return { token: String(accessToken), businessId: String(demo.businessId) };
}
