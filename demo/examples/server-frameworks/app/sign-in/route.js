import { readSession } from '../../session.js';

// Replace this with your own sign-in.
export async function POST() {
  const session = await readSession();
  session.userId = 'ada';
  await session.save();
  return new Response(null, { status: 204 });
}
