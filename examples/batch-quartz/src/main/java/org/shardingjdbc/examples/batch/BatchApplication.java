package org.shardingjdbc.examples.batch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.TriggerBuilder;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobExecution;
import org.springframework.batch.core.JobExecutionException;
import org.springframework.batch.core.JobParametersBuilder;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.quartz.QuartzJobBean;

/** The tour: a trigger of Quartz, kept in the database, starts a job of Spring Batch. */
@SpringBootApplication(proxyBeanMethods = false)
public class BatchApplication {
    public static void main(String... arguments) {
        SpringApplication.run(BatchApplication.class, arguments).close();
    }

    /** Counted down when the job is done. */
    @Bean
    CountDownLatch done() {
        return new CountDownLatch(1);
    }

    @Bean
    CommandLineRunner tour(JdbcClient database, Scheduler scheduler, CountDownLatch done) {
        return arguments -> {
            for (int i = 0; i < 12; i++) {
                database.sql("INSERT INTO t_order (user_id, status) VALUES (?, 'NEW')")
                        .param(1 + i % 6)
                        .update();
            }
            scheduler.scheduleJob(
                    JobBuilder.newJob(Nightly.class).withIdentity("nightly").build(),
                    TriggerBuilder.newTrigger().startNow().build());
            if (!done.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The job did not end");
            }
            print(database, "SELECT status, COUNT(*) AS n FROM t_order GROUP BY status");
            print(database, "SELECT EXIT_CODE AS status, COUNT(*) AS n FROM BATCH_JOB_EXECUTION GROUP BY EXIT_CODE");
        };
    }

    private static void print(JdbcClient database, String sql) {
        System.out.println(sql);
        database.sql(sql)
                .query((row, number) -> "  " + row.getString("status") + " " + row.getLong("n"))
                .list()
                .forEach(System.out::println);
    }

    /** What Quartz starts. */
    static class Nightly extends QuartzJobBean {
        private final JobLauncher launcher;
        private final Job payOrders;
        private final CountDownLatch done;

        Nightly(JobLauncher launcher, Job payOrders, CountDownLatch done) {
            this.launcher = launcher;
            this.payOrders = payOrders;
            this.done = done;
        }

        @Override
        protected void executeInternal(JobExecutionContext context) {
            try {
                JobExecution execution = launcher.run(
                        payOrders,
                        new JobParametersBuilder()
                                .addString("night", "2026-11-24")
                                .toJobParameters());
                execution
                        .getStepExecutions()
                        .forEach(step -> System.out.println("Step " + step.getStepName() + ": "
                                + step.getReadCount() + " read, " + step.getWriteCount() + " written, "
                                + step.getCommitCount()
                                + " transactions"));
            } catch (JobExecutionException e) {
                throw new IllegalStateException(e);
            } finally {
                done.countDown();
            }
        }
    }
}
