import { createLab, type Lab } from "../../../e2e/harness/lab.ts";

/** Runs a part of a fault with processes of its own, which end with it. */
export async function withLab<T>(work: (lab: Lab) => Promise<T>): Promise<T> {
  const ends: (() => Promise<void>)[] = [];
  const lab = createLab((end) => ends.push(end));
  try {
    return await work(lab);
  } finally {
    for (const end of ends) await end();
  }
}
