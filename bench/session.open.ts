import { WrongAnswers } from './round.measure.js';

/** Signs a person in at a gateway; answers the cookies of the session. */
export async function openSession(url: string, person: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(person),
  });
  if (!answer.ok) throw new WrongAnswers(`sign-in answered ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1).join())
    .join('; ');
}
