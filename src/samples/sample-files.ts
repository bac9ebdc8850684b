/** Whether a body of this media type is sent as a file. */
export function isFileType(mediaType: string): boolean {
  return mediaType.includes("/") && !/^(?:multipart|text|\*)\/|json|x-www-form|xml|yaml/i.test(mediaType);
}

/**
 * Names the file that a sample sends.
 *
 * @param hint a media type, or several separated by commas, or the name of a property
 */
export function createFileName(hint: string): string {
  const extension = /image\/(jpe?g|gif|webp|svg)|pdf|csv|zip|mp[34]/i
    .exec(hint)?.[0]
    .replace(/^.*\//, "")
    .toLowerCase();
  const isPicture = /image|photo|picture|avatar|logo/i.test(hint);
  return `${isPicture ? "photo" : "file"}.${extension?.replace("jpeg", "jpg") ?? (isPicture ? "png" : "bin")}`;
}
