/** How well a text matches what was typed. Pure. The search of the server ranks in the same way. */

/** Returns 0 for the best match, more for a worse one, and null if it does not match. `more` are texts besides the name. */
export function matchRank(typed: string, name: string, more = ""): number | null {
  const text = typed.trim().toLowerCase();
  const own = name.toLowerCase();
  if (text === "" || own.startsWith(text)) return 0;
  if (own.includes(` ${text}`)) return 1;
  if (own.includes(text)) return 2;
  const all = `${own} ${more.toLowerCase()}`;
  if (text.split(/\s+/).every((word) => all.includes(word))) return 3;
  return hasLetters(own, text.replaceAll(/\s/g, "")) ? 4 : null;
}

/** Whether the letters are in the name in their order, with others between them. */
function hasLetters(name: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = name.indexOf(letter, from);
    if (at === -1) return false;
    from = at + letter.length;
  }
  return true;
}
