import { type FormEvent, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { createMonitorsApi } from "../../api/monitors-api.ts";
import { Brand } from "../../components/brand.tsx";
import { Field } from "../../components/field.tsx";
import "./sign-in.css";

type SignInProps = {
  /** Why whoever was signed in is not any more. */
  notice: string | null;
  onSignIn(key: string): void;
};

/** Signing in with an API key, which is tried before it is kept. */
export function SignInPage({ notice, onSignIn }: SignInProps) {
  const [entered, setEntered] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [isTrying, setTrying] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const key = entered.trim();
    const obvious = obviousFault(key);
    setFault(obvious);
    if (obvious) return;
    setTrying(true);
    try {
      await createMonitorsApi({ key, fetch: window.fetch.bind(window) }).tryKey();
      onSignIn(key);
    } catch (error) {
      const { code, message } = asApiError(error);
      setFault(code === "UNAUTHORIZED" ? WRONG_KEY : message);
      setTrying(false);
    }
  }

  return (
    <main className="sign-in">
      <form className="card" onSubmit={submit} noValidate>
        <Brand />
        <h1>Sign in</h1>
        <p className="soft">
          Paste an API key. It stays in this tab and is forgotten when you close it or sign out.
        </p>
        {notice && (
          <p className="notice" role="alert">
            {notice}
          </p>
        )}
        <Field
          label="API key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="vdt_agent_…"
          autoFocus
          value={entered}
          onValue={setEntered}
          fault={fault}
        />
        <button type="submit" className="primary" disabled={isTrying}>
          {isTrying ? "Signing in …" : "Sign in"}
        </button>
        <p className="soft small">
          The server prints a key at its first start. To make another, run this on its machine:
          <code>vedette keys create --name me --scope admin</code>
        </p>
      </form>
    </main>
  );
}

const WRONG_KEY =
  "This key is not valid: it is unknown, revoked or expired. Check that it was copied whole, or create a new one.";

/** What no server could have made, and no header could carry. */
function obviousFault(key: string): string | null {
  if (key === "") return "Paste an API key first.";
  return /^[\x21-\x7e]+$/.test(key) ? null : WRONG_KEY;
}
