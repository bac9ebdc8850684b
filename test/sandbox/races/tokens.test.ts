/** Refresh tokens with concurrent changes between the statements of a grant. */
import { beforeEach, expect, test } from "vitest";
import type { ServiceResponse } from "../../../src/sandbox/context/request-context.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { purgeTokens } from "../../../src/sandbox/tokens/refresh-tokens.js";
import { describeEachEngine } from "../engines.js";
import { createTokenEndpoint, openShop, type TokenEndpoint } from "../tokens/token-endpoint.js";
import { interleave } from "./interleave.js";

describeEachEngine("a refresh token", (makeDatabase, { newTarget }) => {
  let database: Database;
  let replica: Database;
  let desk: TokenEndpoint;
  beforeEach(async () => {
    const target = await newTarget();
    database = await makeDatabase(target);
    replica = await makeDatabase(target);
    await openShop(database);
    desk = createTokenEndpoint(database);
  });
  const refresh = (token: string, queries: Database = database): Promise<ServiceResponse> =>
    desk.untied({ grantType: "REFRESH_TOKEN", refreshToken: token }, undefined, queries);
  const first = async (): Promise<string> => (await desk.bearer(desk.forged())).body.refreshToken;
  const tokenOf = ({ body }: ServiceResponse): string =>
    String((body as { readonly refreshToken?: string }).refreshToken);

  test("whose family is ended while its successor is stored leaves no valid token", async () => {
    const stolen = await first();
    const token = tokenOf(await refresh(stolen));
    // The first token is reused after the second was used: it was stolen.
    const slow = interleave(database, { before: /^INSERT INTO refresh_tokens/ }, () => refresh(stolen, replica));
    const response = await refresh(token, slow);
    expect(await slow.stepped()).toMatchObject({ status: 401 });
    const { accessToken } = response.body as { readonly accessToken: string };
    expect((await desk.use([`Bearer ${accessToken}`])).status).toBe(401);
    for (const dead of [stolen, token, tokenOf(response)]) expect((await refresh(dead)).status).toBe(401);
  });

  test("that is repeated while its successor is stored, and then used, has one successor", async () => {
    const token = await first();
    const slow = interleave(database, { before: /^INSERT INTO refresh_tokens/ }, async () =>
      refresh(tokenOf(await refresh(token, replica)), replica),
    );
    const late = await refresh(token, slow);
    const next = (await slow.stepped()) as ServiceResponse;
    expect([late.status, next.status]).toEqual([200, 200]);
    // The late client has the used successor, still within the grace period.
    expect(tokenOf(await refresh(tokenOf(late)))).toBe(tokenOf(next));
    expect(await database.all("SELECT DISTINCT family FROM refresh_tokens")).toHaveLength(1);
  });

  test("that was used when its sandbox stopped gives the same successor when it is repeated", async () => {
    const token = await first();
    const dying = interleave(database, { before: /^INSERT INTO refresh_tokens/ }, () =>
      Promise.reject(new Error("killed")),
    );
    await expect(refresh(token, dying)).rejects.toThrow("killed");
    const again = await refresh(token);
    expect(again.status).toBe(200);
    expect((await refresh(tokenOf(again), replica)).status).toBe(200);
  });

  test("that is used during a reset leaves no successor", async () => {
    const token = await first();
    const slow = interleave(database, { before: /^INSERT INTO refresh_tokens/ }, () =>
      replica.run("DELETE FROM refresh_tokens"),
    );
    const response = await refresh(token, slow);
    await slow.stepped();
    expect(await database.all("SELECT hash FROM refresh_tokens")).toEqual([]);
    expect((await refresh(tokenOf(response))).status).toBe(401);
  });

  test("with a shorter life than access tokens ends them too, permanently", async () => {
    desk = createTokenEndpoint(database, { policies: { refreshTokenLifetime: 60 } });
    const { refreshToken, accessToken } = (await desk.bearer(desk.forged())).body;
    expect((await desk.refresh(refreshToken)).status).toBe(200);
    desk.clock.now += 11_000;
    expect((await desk.refresh(refreshToken)).status).toBe(401);
    desk.clock.now += 120_000;
    await purgeTokens(database, desk.clock.now);
    expect((await desk.use([`Bearer ${accessToken}`])).status).toBe(401);
    desk.clock.now += 3_700_000;
    await purgeTokens(database, desk.clock.now);
    expect(await database.all("SELECT hash FROM refresh_tokens")).toEqual([]);
  });
});
