import { sendFile } from '../../../../connect.js';
import { readSession } from '../../../../session.js';

export async function GET(request, { params }) {
  const { userId } = await readSession();
  if (!userId) return new Response(null, { status: 401 });
  return sendFile(request, { userId, ...(await params) });
}
