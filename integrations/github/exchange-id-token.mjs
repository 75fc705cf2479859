// Exchanges the OIDC token of the job for an API key of 15 minutes.

const DEADLINE_MS = 30_000;

/** Returns the key. Throws an error that says what to do. */
export async function exchangeIdToken(env) {
  const token = await requestIdToken(env);
  const url = `${env.INPUT_URL.replace(/\/$/, "")}/api/v1/code/token`;
  const { ok, body } = await send(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ trust_id: env.INPUT_TRUST_ID, token }),
  });
  if (!ok) throw new Error(body?.error?.message ?? `${url} did not return a key.`);
  return body.data.key;
}

async function requestIdToken(env) {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: base, ACTIONS_ID_TOKEN_REQUEST_TOKEN: credential } = env;
  if (!base || !credential) {
    throw new Error("The job has no OIDC token. Give it the permission id-token: write.");
  }
  const url = new URL(base);
  url.searchParams.set("audience", env.INPUT_AUDIENCE || env.INPUT_URL);
  const { ok, body } = await send(url, { headers: { authorization: `bearer ${credential}` } });
  if (!ok || !body?.value) throw new Error("GitHub did not issue an OIDC token.");
  return body.value;
}

async function send(url, options) {
  const response = await fetch(url, {
    ...options,
    redirect: "error",
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  return { ok: response.ok, body: await response.json().catch(() => null) };
}
