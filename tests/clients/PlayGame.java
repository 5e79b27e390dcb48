// Plays a game with the client that openapi-generator makes, any option each time.
import java.util.List;
import java.util.Random;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.TablesApi;
import org.openapitools.client.model.*;

public class PlayGame {
    public static void main(String[] given) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(given[0]);
        Setup setup = new Setup().game(given[1]).edition("en")
            .addSeatsItem(new Seat().colour("red")).addSeatsItem(new Seat().colour("blue"));
        Opened opened = new TablesApi(client).openTable(setup);
        client.setRequestInterceptor(asked -> asked.header("Authorization", "Bearer " + opened.getToken()));
        TablesApi tables = new TablesApi(client);
        Random dice = new Random();
        View view = opened.getView();
        while (!view.getOver()) {
            List<Option> options = view.getDecision().getOptions();
            String action = options.get(dice.nextInt(options.size())).getAction();
            Play play = new Play().kind(Play.KindEnum.PLAY).addActionsItem(action);
            tables.act(opened.getCode(), new Act().wish(new Wish(play)).seen(view.getSeq()));
            view = tables.showTable(opened.getCode(), null);
        }
        System.out.println(given[1] + " is over, won by " + String.join(" ", tables.scores(opened.getCode()).getWinners()));
    }
}
