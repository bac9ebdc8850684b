/** Hashes for browsers. They only have to differ, because the page shows no fingerprint and knows no secret of a webhook. */
type Hash = { readonly update: (text: string) => Hash; readonly digest: (encoding?: string) => string };

export function createHash(): Hash {
  let state = 0;
  const hash: Hash = {
    update: (text) => {
      for (const character of text) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) | 0;
      return hash;
    },
    digest: () => (state >>> 0).toString(16).padStart(16, "0"),
  };
  return hash;
}

export const createHmac = createHash;
