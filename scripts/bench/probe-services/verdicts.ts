/**
 * What a reader decided about sampled findings: 20 of each service (all if it has fewer), drawn with seed 1, on 2026-11-27. Each was
 * read with its curl, the spec of the service, its documentation and the RFC.
 */
export type Verdict = {
  /** The findings drawn first, and those of them that were false alarms. */
  readonly drawn: number;
  readonly wrong: number;
  /** Kinds of false alarms. A general rule of the probe removed each; the sample of the page was drawn afterwards. */
  readonly removed: readonly string[];
  /** Kinds of real defects, with the request of an example; `$URL` is the base URL. */
  readonly real: readonly (readonly [what: string, curl: string])[];
};

const UNTYPED = "a body without Content-Type was accepted (2): RFC 9110, section 8.3 allows that";

export const VERDICTS: Readonly<Record<string, Verdict>> = {
  kinto: {
    ...{ drawn: 20, wrong: 0, removed: [] },
    real: [
      ["`__version__` responds with 500 where it could not find a file", "$URL/__version__"],
      ["a fraction is accepted for an integer", "'$URL/buckets?_limit=1.5'"],
      [
        "a media type in upper case gets 415 (RFC 9110, section 8.3.1)",
        "-X POST $URL/buckets -H 'Content-Type: APPLICATION/JSON' -d '{}'",
      ],
      [
        "a batch shows the body of a response as text, where the spec has an object",
        `-X POST $URL/batch -H 'Content-Type: application/json' -d '{"requests":[{"path":"/","method":"HEAD"}]}'`,
      ],
    ],
  },
  jupyter_server: {
    ...{
      drawn: 20,
      wrong: 3,
      removed: [UNTYPED, "`last_activity` of a kernel changed between two reads (1, of a second draw)"],
    },
    real: [
      [
        "an unknown kernel name gets 500",
        `-X POST $URL/api/kernels -H 'Content-Type: application/json' -d '{"name":"text"}'`,
      ],
      [
        "`reason` of an error is null, where the spec has a text",
        "'$URL/api/contents/a.txt?format=text&type=directory'",
      ],
      ["404 is not documented", "$URL/api/sessions/3f2b8c14-9d5e-4a67-b1c0-2e8d7f6a5b43"],
      ["a method that is not defined gets 500", "-X PUT $URL/api/config/text"],
    ],
  },
  httpbin: {
    ...{
      drawn: 20,
      wrong: 4,
      removed: [
        "no response within 10 s to a request for a long delay or for many bytes (4)",
        "a response that shows the headers of its request differed with them (7, of a second draw)",
      ],
    },
    real: [
      ["text for a number gets 500", "$URL/delay/not-a-value"],
      ["a negative duration closes the connection", "'$URL/drip?duration=-1'"],
      ["control characters in a cookie get 500", "$URL/cookies/set/text/a%0D%0A%09b"],
      ["`Accept: */*` gets 406 (RFC 9110, section 12.5.1)", "$URL/image -H 'Accept: */*'"],
    ],
  },
  "sqlmodel heroes": {
    ...{ drawn: 20, wrong: 0, removed: [] },
    real: [
      ["an id of 2^63 gets 500", "$URL/heroes/9223372036854775808"],
      ["an allowed null gets 500", `-X PATCH $URL/heroes/1 -H 'Content-Type: application/json' -d '{"name":null}'`],
      ["404 is not documented", "$URL/heroes/999"],
    ],
  },
  "go-swagger todo list": {
    ...{ drawn: 18, wrong: 0, removed: [] },
    real: [
      ["an unknown id gets 500", "-X DELETE $URL/77"],
      ["errors are `application/json`, where the spec has another media type", "'$URL/?since=not-a-value'"],
      [
        "two JSON texts in one body are accepted",
        `-X POST $URL/ -H 'Content-Type: application/io.goswagger.examples.todo-list.v1+json' -d '{"description":"a"}{"description":"b"}'`,
      ],
    ],
  },
  powerdns: {
    ...{ drawn: 20, wrong: 1, removed: ["an unknown statistic gets 422, as its description says (1)"] },
    real: [
      ["errors are text, where the spec has JSON", "$URL/servers/localhost/zones/none."],
      ["an id that is no number gets 500", "$URL/servers/localhost/zones/example.com./cryptokeys/x"],
      ["a required parameter may be missing", "'$URL/servers/localhost/search-data?q=text'"],
      [
        "deleting an unknown autoprimary gets 204, where the spec has 404",
        "-X DELETE $URL/servers/localhost/autoprimaries/192.0.2.1/none",
      ],
    ],
  },
  wiremock: {
    ...{
      drawn: 20,
      wrong: 6,
      removed: [UNTYPED.replace("2", "5"), "a stored value of an invalid request came back in a list (1)"],
    },
    real: [
      ["an offset beyond the end gets 500 with a stack trace", "'$URL/__admin/mappings?limit=1&offset=1000000'"],
      ["a scheme outside of the enum is accepted", `-X POST $URL/__admin/requests/remove -d '{"scheme":"httpx"}'`],
      [
        "`postServeActions` comes back as an array, where the spec has an object",
        `-X POST $URL/__admin/mappings -d '{"postServeActions":{}}'`,
      ],
      ["a documented path is gone", "-X POST $URL/__admin/requests/reset"],
    ],
  },
  "mocks-server": {
    ...{
      drawn: 7,
      wrong: 2,
      removed: [UNTYPED.replace("2", "1"), "the wrong request was named for the end of the service (1)"],
    },
    real: [
      ["a body that is cut gets 500", `-X PATCH $URL/config -H 'Content-Type: application/json' -d '{"log":"x"'`],
      ["the required body may be missing", "-X PATCH $URL/config"],
      [
        "enabling HTTPS without a certificate ends the service",
        `-X PATCH $URL/config -H 'Content-Type: application/json' -d '{"server":{"https":{"enabled":true}}}'`,
      ],
    ],
  },
};
