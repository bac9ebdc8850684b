/** O12 to O14: access tokens and the version header. */
import { JWT_BEARER } from "../../tokens/token-endpoint.js";
import { type Attack, call, ORDERS, refused, tokenForm } from "../attack.js";

export const HEADER_LINES: readonly Attack[] = [
  ...[
    "bearer TOKEN",
    "Bearer  TOKEN",
    "Bearer",
    "Bearer ",
    "TOKEN",
    "Basic TOKEN",
    "Bearer TOKEN,",
    "Bearer TOKEN TOKEN",
  ]
    .concat(["Bearer\tTOKEN", "Bearer TOKEN=", 'Bearer "TOKEN"', "BEARER TOKEN", "Bearer \u00a0TOKEN", "Bearer null"])
    .map((value) =>
      refused(
        "O12",
        JSON.stringify(value),
        (field) => {
          const authorization = value.replaceAll("TOKEN", field.token);
          return call({ path: ORDERS, headers: [["Authorization", authorization]] }, field);
        },
        { status: 401 },
      ),
    ),
  refused(
    "O12",
    "two Authorization headers",
    (field) => {
      const twice = ["Authorization", `Bearer ${field.token}`] as const;
      return call({ path: ORDERS, headers: [twice, twice] }, field);
    },
    { status: 401 },
  ),
  refused(
    "O13",
    "the token in the query",
    ({ token }) => ({
      path: `${ORDERS}?access_token=${token}`,
      headers: [["Api-Version", "1.2"]],
    }),
    { status: 401 },
  ),
  refused(
    "O13",
    "the token in a cookie and in other headers",
    ({ token }) => ({
      path: ORDERS,
      headers: [
        ["Api-Version", "1.2"],
        ["Cookie", `Authorization=Bearer ${token}; access_token=${token}`],
        ["X-Authorization", `Bearer ${token}`],
        ["Proxy-Authorization", `Bearer ${token}`],
      ],
    }),
    { status: 401 },
  ),
  ...["1.1", "1.20", "2", "", "1.2, 1.2", "1,2", "v1.2", "１.２"].map((version) =>
    refused("O14", `Api-Version ${version}`, (field) =>
      call({ path: ORDERS, headers: [["Api-Version", version]] }, field),
    ),
  ),
  refused("O14", "no Api-Version", ({ token }) => ({ path: ORDERS, headers: [["Authorization", `Bearer ${token}`]] })),
  refused("O14", "two of them", (field) =>
    call(
      {
        path: ORDERS,
        headers: [
          ["Api-Version", "1.2"],
          ["Api-Version", "1.2"],
        ],
      },
      field,
    ),
  ),
  refused("O14", "none at the token endpoint", (field) => ({
    ...tokenForm({ grantType: JWT_BEARER, assertion: field.assertion() }),
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
  })),
];
