import { SignedIn } from "../../app/signed-in.tsx";
import { WallPage } from "./wall-page.tsx";

export function SignedInWall() {
  return (
    <SignedIn>
      <WallPage />
    </SignedIn>
  );
}
