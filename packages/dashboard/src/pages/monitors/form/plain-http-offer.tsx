import { Button } from "../../../components/button.tsx";

/** Shown if the server does not speak TLS at the port of the URL. */
export function PlainHttpOffer({ isBusy = false, onTry }: { isBusy?: boolean; onTry(): void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button busy={isBusy && "Checking …"} onClick={onTry}>
        Try http://
      </Button>
      <span className="text-soft">This port may expect a connection without TLS.</span>
    </p>
  );
}
