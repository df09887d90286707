// A user's own k6 script; k6.yaml runs it as it is.
import http from 'k6/http';

export const options = { vus: 20, duration: '1h' };

export default function () {
  const stock = 1 + Math.floor(Math.random() * 2000);
  http.get(`http://127.0.0.1:${__ENV.PORT || 8080}/stocks/${stock}`, { tags: { name: 'stock' } });
}
