# $SOURCE is this folder, $DESCRIPTION the description of the API, $SERVER an address.
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check openapi-generator-cli==7.26.0
jar=$(find env -name openapi-generator.jar) # has the libraries that the client needs, too
java -jar "$jar" generate -i "$DESCRIPTION" -g java --library native --model-name-mappings Level=MindLevel \
  --additional-properties useJakartaEe=false,openApiNullable=false,hideGenerationTimestamp=true -o client >log.txt 2>&1 || { cat log.txt; exit 1; }
echo 'package javax.annotation; public @interface Generated { String[] value(); String comments() default ""; }' >Generated.java
javac -nowarn -d classes -cp "$jar" $(find client/src/main -name '*.java') Generated.java "$SOURCE/PlayGame.java" 2>&1 |
  grep -v '^Note:' || true
for game in caylus magna_carta; do java -cp "classes:$jar" PlayGame "$SERVER" $game; done
