/** What e2e tests use of `launch.mjs`, which is plain JavaScript because any Node must run it. */
export function serverProgram(): string;
