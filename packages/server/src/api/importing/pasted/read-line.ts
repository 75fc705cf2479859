/** One address of a list, as it was written, with the name and the tags beside it. */
export type ListItem = { address: string; name: string; tags: string[] };

const BULLET = /^(?:[-*+•]|\d{1,4}[.)])\s+/;
const MARKDOWN_LINK = /^\[([^\]]*)\]\((\S+)\)$/;
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:tcp|ping|dns|icmp)[: ])/i;

/** Returns the addresses of a line: none of an empty line and of a comment, several of a line with several URLs. */
export function readLine(line: string): ListItem[] {
  const text = line.trim().replace(BULLET, "").trim();
  if (text === "" || text.startsWith("#") || text.startsWith("//")) return [];
  const parts = text
    .split(/\t+|[,;]\s+|[,;](?=\S+:\/\/)/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const tags = parts
    .filter((part) => part.startsWith("#"))
    .flatMap((part) => part.split(/\s+/).map(withoutHash));
  const words = parts.filter((part) => !part.startsWith("#")).map(unwrap);
  const addresses = words.filter(({ text: word }) => SCHEME.test(word));
  if (addresses.length > 1) return addresses.map(({ text: address, name }) => ({ address, name, tags }));
  // A name may be before or after the address; without a scheme, the address is the first one.
  const address = addresses[0] ?? words[0];
  if (!address) return [];
  const name = words.find((word) => word !== address)?.text ?? address.name;
  return [{ address: address.text, name, tags }];
}

function withoutHash(tag: string): string {
  return tag.replace(/^#/, "");
}

/** Removes quotes, angle brackets and the Markdown around a link. */
function unwrap(part: string): { text: string; name: string } {
  const [, label = "", target] = MARKDOWN_LINK.exec(part) ?? [];
  if (target !== undefined) return { text: target, name: label };
  const [, inner] =
    /^(?:<(.*)>|"(.*)"|'(.*)'|`(.*)`)$/.exec(part)?.filter((each) => each !== undefined) ?? [];
  return { text: (inner ?? part).trim(), name: "" };
}
