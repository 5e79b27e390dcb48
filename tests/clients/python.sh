# $SOURCE is this folder, $DESCRIPTION the description of the API, $SERVER an address.
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check openapi-python-client==0.29.1
env/bin/openapi-python-client generate --path "$DESCRIPTION" --meta none --output-path companion_client --overwrite
for game in caylus magna_carta; do PYTHONPATH=. env/bin/python "$SOURCE/play.py" "$SERVER" $game; done
