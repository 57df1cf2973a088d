import { callback } from '../../connect.js';
import { readSession } from '../../session.js';

export async function POST(request) {
  const { userId } = await readSession();
  if (!userId) return new Response(null, { status: 401 });
  return callback(request, { userId });
}
