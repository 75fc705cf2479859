import { badFields } from "../../../platform/kernel/errors.ts";

/**
 * Rejects easily guessed passwords: those of lists of leaked passwords, keyboard rows, repetitions, and
 * variants of the user's name or address. Source: OWASP ASVS 5.0, 6.2.4 and 6.2.11.
 */
export type PasswordStrength = {
  /** `path` is the request field that contains the password. */
  assertStrong(password: string, owner: { path: string; words: readonly string[] }): Promise<void>;
};

/**
 * At a limited number of guesses per minute, cracking takes years. zxcvbn counts this as its score 3 of 4.
 */
const GUESSES_LOG10_MIN = 8;
/**
 * A prefix of this length that is strong is enough. The search in longer texts would block the event loop for
 * over 50 ms.
 */
const SEARCHED_LENGTH_MAX = 36;
/** Passwords are checked against these parts of an address: `ada.lovelace@example.org`. */
const WORD_BREAKS = /[^\p{L}\p{N}]+/u;
const WORDS_MAX = 20;

type Guesses = (password: string, words: string[]) => number;

export function createPasswordStrength(): PasswordStrength {
  let loading: Promise<Guesses> | undefined;
  return {
    async assertStrong(password, { path, words }) {
      loading ??= loadGuesses();
      const guessesLog10 = (await loading)(password.slice(0, SEARCHED_LENGTH_MAX), ownWords(words));
      if (guessesLog10 >= GUESSES_LOG10_MIN) return;
      throw badFields([
        {
          path,
          message:
            "is too easy to guess: it is on a list of common passwords, or a pattern, or made of your name or " +
            "address. Use three or more unrelated words, or let a password manager make one",
        },
      ]);
    },
  };
}

function ownWords(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => [text, ...text.split(WORD_BREAKS)]);
  return ["vedette", ...parts.filter((part) => part.length > 2)].slice(0, WORDS_MAX);
}

/** Loaded at the first new password: the lists take 100 ms and 20 MB, and most processes never need them. */
async function loadGuesses(): Promise<Guesses> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs });
  return (password, words) => zxcvbn.check(password, words).guessesLog10;
}
