// Plays a game with the types that openapi-typescript makes, any option each time.
import createClient from "openapi-fetch";
import type { paths } from "./api.d.ts";

const [server, game] = process.argv.slice(2) as [string, string];
const client = createClient<paths>({ baseUrl: server });

const opened = await client.POST("/api/v1/tables", {
  body: { game, edition: "en", seats: [{ colour: "red" }, { colour: "blue" }] },
});
if (!opened.data) throw new Error(opened.error.said);
const { code: table, token } = opened.data;
const asked = { params: { path: { code: table } }, headers: { Authorization: `Bearer ${token}` } };

let view = opened.data.view;
while (!view.over) {
  const options = view.decision!.options;
  const { action } = options[Math.floor(Math.random() * options.length)]!;
  const body = { wish: { kind: "play" as const, actions: [action] }, seen: view.seq };
  const done = await client.POST("/api/v1/tables/{code}/act", { ...asked, body });
  if (!done.data) throw new Error(done.error.said);
  view = (await client.GET("/api/v1/tables/{code}", asked)).data!;
}
const scores = await client.GET("/api/v1/tables/{code}/scores", asked);
console.log(game, "is over, won by", ...scores.data!.winners);
