/**
 * Whether a header, in lower case, is defined by HTTP or added by browsers, proxies or tracing, so that a spec does not have
 * to declare it.
 *
 * @see https://www.iana.org/assignments/http-fields/http-fields.xhtml
 */
export function isStandardHeader(name: string): boolean {
  return STANDARD_HEADERS.has(name) || STANDARD_HEADER_FAMILY.test(name);
}

const STANDARD_HEADERS: ReadonlySet<string> = new Set(
  [
    "a-im accept accept-charset accept-ch accept-datetime accept-encoding accept-language accept-patch",
    "accept-post accept-ranges age allow alt-svc alt-used authentication-info authorization cache-control",
    "cache-status cdn-cache-control clear-site-data connection content-digest content-disposition",
    "content-encoding content-language content-length content-location content-md5 content-range",
    "content-type content-security-policy content-security-policy-report-only cookie",
    "cross-origin-embedder-policy cross-origin-opener-policy cross-origin-resource-policy date",
    "device-memory digest dnt downlink dpr dpop early-data ect etag expect expect-ct expires",
    "feature-policy forwarded from host http2-settings if-match if-modified-since if-none-match if-range",
    "if-unmodified-since keep-alive last-modified link location max-forwards nel origin",
    "origin-agent-cluster p3p permissions-policy pragma prefer preference-applied priority",
    "proxy-authenticate proxy-authentication-info proxy-authorization proxy-connection public-key-pins",
    "purpose range referer referrer-policy refresh repr-digest report-to reporting-endpoints retry-after",
    "rtt save-data server server-timing set-cookie sourcemap speculation-rules strict-transport-security",
    "surrogate-control surrogate-key te timing-allow-origin traceparent tracestate baggage trailer",
    "transfer-encoding upgrade upgrade-insecure-requests user-agent vary via viewport-width",
    "want-content-digest want-digest want-repr-digest warning width www-authenticate b3 uber-trace-id",
    "x-request-start x-cache x-cache-hits x-content-type-options x-dns-prefetch-control",
    "x-download-options x-envoy-upstream-service-time x-forwarded-for x-forwarded-host x-forwarded-port",
    "x-forwarded-prefix x-forwarded-proto x-forwarded-server x-frame-options",
    "x-permitted-cross-domain-policies x-powered-by x-real-ip x-requested-with x-robots-tag x-runtime",
    "x-served-by x-timer x-ua-compatible x-varnish x-xss-protection deprecation sunset last-event-id",
    "cdn-loop proxy-status dpop-nonce link-template replay-nonce signature signature-input",
    "accept-signature slug soapaction dav depth destination overwrite lock-token timeout if",
    "memento-datetime client-cert client-cert-chain use-as-dictionary available-dictionary dictionary-id",
    "sentry-trace x-cloud-trace-context x-client-data newrelic elastic-apm-traceparent x-amz-apigw-id",
    "apigw-requestid x-msedge-ref fly-request-id true-client-ip x-client-ip x-cluster-client-ip",
    "x-forwarded x-original-forwarded-for x-envoy-decorator-operation",
  ].flatMap((line) => line.split(" ")),
);

const STANDARD_HEADER_FAMILY =
  /^(?:sec|access-control|sl|cf|fastly|x-(?:b3|amz-cf|amzn|datadog|akamai|azure|vercel|newrelic|fastly|kong|consumer))-/;
