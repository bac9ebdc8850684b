/** The public collections of recordings that `scripts/bench-suggest.ts` measures, at fixed commits. */
export type Collection = {
  /** The repository on GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** Whether the files were not opened before the inference was finished. */
  readonly isHeldOut: boolean;
};

/** Of a larger collection, the files with the smallest hashes of their paths are taken. */
export const MAX_FILES = 30;

export const COLLECTIONS: readonly Collection[] = [
  ...listCollections(
    false,
    `
JupiterOne/graph-bitbucket 9e721058b7482f577e95c00dbd1b0b7dda390e88
JupiterOne/graph-google-cloud 1260c68fbaddb7d1468a89778abebdab8ad167dc
JupiterOne/graph-jira 4fbfb67433ee2d91022813424f931c5f23884ada
JupiterOne/graph-okta 0481aaea1721559cf4536f13e2a8df5ceb4bb046
Netflix/pollyjs d031861625f58423169b396e5afc8a0110d1b232
alufers/mitmproxy2swagger 1f32eae47e1ff501e0409dceba8776e203bf6c76
grafana/har-to-k6 7f984891dc422e2e5e3f6d16739406fe7fed107f
jonluca/har-to-openapi b135a2e9d475efe55182f4d498682a48e4e159b3
mitmproxy/mitmproxy 8fc25b3045934777b0796d8ec7958bbc257d7bb5
mrichman/hargo 8fe101f2d50033ff4b8b7502a211a79deb1934bf
postmanlabs/har-to-postman 777cd9acd91b684bee503e9576c8cde9cc104b59
`,
  ),
  ...listCollections(
    true,
    `
JupiterOne/graph-digitalocean 3f4cd9cb8ca8c59867fad801e1f26e35b69e919a
JupiterOne/graph-gitlab 2bcf83fa0f78412bb59dc03f266230289912fb13
JupiterOne/graph-hubspot a52dec01893b7211d55555923081ff4dbb88ece9
JupiterOne/graph-zendesk b1c0e62cd66445527828d115ac25f0b30c8bc520
JupiterOne/graph-zoom bc3b57d53f43dcfe7aa9ac35592c5642866fe15c
peterknezek/har-to-mocks b631c5347f9c8688329e8a59101ade85d4b97f9b
rockcarver/frodo-lib 0a748be564a202fb055746b57f6d59a04b6c87a8
zyhou/pollyjs-node-api d497baabe33d082acbc66087bb44e868b0bc0dbb
`,
  ),
];

function listCollections(isHeldOut: boolean, lines: string): Collection[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [repository = "", commit = ""] = line.split(" ");
      return { repository, commit, isHeldOut };
    });
}
