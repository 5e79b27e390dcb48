# $SOURCE is this folder, $DESCRIPTION the description of the API, $SERVER an address.
echo '{"type": "module"}' >package.json
npm install --silent --no-audit --no-fund openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5 @types/node@20 >&2
npx openapi-typescript "$DESCRIPTION" --default-non-nullable false --output api.d.ts
cp "$SOURCE/play.ts" .
npx tsc --strict --target es2022 --module nodenext play.ts
for game in caylus magna_carta; do node play.js "$SERVER" $game; done
